/* The extension modules `ecsphys._native` and `ecsphys._native3d`: Python functions for the kernels in `kernels.o` and
 * `wide.o`, the object files that `ecsphys/compile/aot/emit.py` writes. `-DSPACE` makes the second one. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <sched.h>
#endif

struct kernel {
    const char *name;
    void *call; /* METH_FASTCALL, see wrapper.py */
};

extern const struct kernel ecsphys_kernels[]; /* ends with a name of NULL */
extern const struct kernel ecsphys_wide_kernels[]; /* some of them, for processors with wide vector registers */
extern const char ecsphys_digest[];
extern const char ecsphys_sources[];

PyObject *ecsphys_context[4]; /* see wrapper.py */
Py_ssize_t ecsphys_items; /* where the items of a tuple begin */

/* Yield the processor to another thread, see intrinsics/atomic.py. */
void ecsphys_yield(void)
{
#ifdef _WIN32
    SwitchToThread();
#else
    sched_yield();
#endif
}

static PyMethodDef *methods;

/* Whether this processor has `emit.WIDE_FEATURES`. Microsoft's compiler has no builtin for this: there the code for the
 * least processor runs. */
static int is_wide(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2");
#else
    return 0;
#endif
}

/* The version of a kernel for this processor. */
static PyCFunction code_of(const struct kernel *kernel)
{
    if (is_wide())
        for (const struct kernel *wide = ecsphys_wide_kernels; wide->name; wide++)
            if (strcmp(wide->name, kernel->name) == 0)
                return (PyCFunction)wide->call;
    return (PyCFunction)kernel->call;
}

/* bind(name, classes): the function of a kernel; `classes` are those of the NamedTuples that it returns, see wrapper.py. */
static PyObject *bind(PyObject *module, PyObject *args)
{
    const char *name;
    PyObject *classes;
    if (!PyArg_ParseTuple(args, "sO!", &name, &PyTuple_Type, &classes))
        return NULL;
    for (PyMethodDef *method = methods; method->ml_name; method++)
        if (strcmp(method->ml_name, name) == 0)
            return PyCFunction_NewEx(method, classes, NULL);
    PyErr_Format(PyExc_KeyError, "no kernel %s", name);
    return NULL;
}

/* Find out where this Python keeps the items of a tuple: later in 3.14 than in 3.13. */
static int find_items(void)
{
    PyObject *size = PyObject_GetAttrString((PyObject *)&PyTuple_Type, "__basicsize__");
    PyObject *pair = PyTuple_Pack(2, Py_None, (PyObject *)&PyTuple_Type);
    if (!size || !pair)
        return -1;
    ecsphys_items = PyLong_AsSsize_t(size);
    PyObject **items = (PyObject **)((char *)pair + ecsphys_items);
    if (items[0] != PyTuple_GetItem(pair, 0) || items[1] != PyTuple_GetItem(pair, 1)) {
        PyErr_SetString(PyExc_ImportError, "the tuples of this Python are not known");
        return -1;
    }
    Py_DECREF(size);
    Py_DECREF(pair);
    return 0;
}

static int fill(PyObject *module)
{
    Py_ssize_t count = 0;
    PyObject *numpy = PyImport_ImportModule("numpy"), *names = PySet_New(NULL);
    if (!numpy || !names || find_items() < 0)
        return -1;
    ecsphys_context[0] = PyObject_GetAttrString(numpy, "ndarray");
    ecsphys_context[1] = Py_None;
    ecsphys_context[2] = PyExc_TypeError;
    ecsphys_context[3] = PyExc_IndexError;
    Py_DECREF(numpy);
    while (ecsphys_kernels[count].name)
        count++;
    methods = PyMem_Calloc(count + 1, sizeof *methods);
    if (!ecsphys_context[0] || !methods)
        return -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *name = PyUnicode_FromString(ecsphys_kernels[i].name);
        if (!name || PySet_Add(names, name) < 0)
            return -1;
        Py_DECREF(name);
        methods[i].ml_name = ecsphys_kernels[i].name;
        methods[i].ml_meth = code_of(&ecsphys_kernels[i]);
        methods[i].ml_flags = METH_FASTCALL;
    }
    if (PyModule_AddStringConstant(module, "digest", ecsphys_digest) < 0 ||
        PyModule_AddStringConstant(module, "sources", ecsphys_sources) < 0)
        return -1;
    return PyModule_AddObject(module, "kernels", names);
}

static PyMethodDef functions[] = {
    {"bind", bind, METH_VARARGS, "The function of a kernel."},
    {NULL, NULL, 0, NULL},
};

#ifdef SPACE
#define NAME "_native3d"
#define INIT PyInit__native3d
#else
#define NAME "_native"
#define INIT PyInit__native
#endif

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, NAME, "Kernels compiled ahead of time.", -1, functions, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC INIT(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module && fill(module) < 0)
        Py_CLEAR(module);
    return module;
}
