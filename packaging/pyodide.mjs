// `node packaging/pyodide.mjs ESPER_FOLDER`: a small world in plain Python under Pyodide. Needs `npm install pyodide`; numpy
// comes from Pyodide's own server. Prints back end and fingerprint.
import { loadPyodide } from "pyodide";
import { resolve } from "node:path";

const python = await loadPyodide();
for (const [place, folder] of [["/esper", process.argv[2]], ["/ecsphys", "."]]) {
    python.FS.mkdirTree(place);
    python.mountNodeFS(place, resolve(folder));
}
await python.runPythonAsync(`
import pathlib, sys
sys.path += ["/esper", "/ecsphys", "/ecsphys/tests/acceptance"]
sys.dont_write_bytecode = True
print("Python", sys.version.split()[0], sys.platform)
for path in sorted(pathlib.Path("/ecsphys/ecsphys").rglob("*.py")):
    compile(path.read_text("utf-8"), str(path), "exec")
print("all sources compile")
`);
await python.loadPackage("numpy");
await python.runPythonAsync(`
import warnings
warnings.simplefilter("ignore", RuntimeWarning)
import ecsphys, variety
print(ecsphys.backend, variety.play(40))
`);
