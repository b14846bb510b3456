/* What `native.c` needs of Python's stable ABI, for machines where Python's own headers are not installed: Linux
 * distributions have them in a package of their own. `backend.py` has the build take it. */

#include <stddef.h>
#include <string.h>

typedef ptrdiff_t Py_ssize_t;
typedef struct _typeobject PyTypeObject;
typedef struct {
    Py_ssize_t ob_refcnt;
    PyTypeObject *ob_type;
} PyObject;
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);

typedef struct {
    const char *ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char *ml_doc;
} PyMethodDef;

struct PyModuleDef {
    struct {
        PyObject ob_base;
        PyObject *(*m_init)(void);
        Py_ssize_t m_index;
        PyObject *m_copy;
    } m_base;
    const char *m_name, *m_doc;
    Py_ssize_t m_size;
    PyMethodDef *m_methods;
    void *m_slots, *m_traverse, *m_clear, *m_free;
};

#define METH_VARARGS 0x0001
#define METH_FASTCALL 0x0080
#define PyModuleDef_HEAD_INIT {{1, NULL}, NULL, 0, NULL}
#ifdef _WIN32
#define PyMODINIT_FUNC __declspec(dllexport) PyObject *
#else
#define PyMODINIT_FUNC __attribute__((visibility("default"))) PyObject *
#endif

#ifdef _WIN32
#define DATA extern __declspec(dllimport)
#else
#define DATA extern
#endif
DATA PyTypeObject PyTuple_Type;
DATA PyObject _Py_NoneStruct;
DATA PyObject *PyExc_ImportError, *PyExc_IndexError, *PyExc_KeyError, *PyExc_TypeError;
#define Py_None (&_Py_NoneStruct)

int PyArg_ParseTuple(PyObject *, const char *, ...);
PyObject *PyCFunction_NewEx(PyMethodDef *, PyObject *, PyObject *);
PyObject *PyErr_Format(PyObject *, const char *, ...);
void PyErr_SetString(PyObject *, const char *);
PyObject *PyImport_ImportModule(const char *);
Py_ssize_t PyLong_AsSsize_t(PyObject *);
void *PyMem_Calloc(size_t, size_t);
int PyModule_AddObject(PyObject *, const char *, PyObject *);
int PyModule_AddStringConstant(PyObject *, const char *, const char *);
PyObject *PyModule_Create2(struct PyModuleDef *, int);
PyObject *PyObject_GetAttrString(PyObject *, const char *);
int PySet_Add(PyObject *, PyObject *);
PyObject *PySet_New(PyObject *);
PyObject *PyTuple_GetItem(PyObject *, Py_ssize_t);
PyObject *PyTuple_Pack(Py_ssize_t, ...);
PyObject *PyUnicode_FromString(const char *);
void Py_DecRef(PyObject *);
void Py_IncRef(PyObject *);

#define PyModule_Create(definition) PyModule_Create2(definition, 3)
#define Py_DECREF(object) Py_DecRef(object)
#define Py_CLEAR(object) (Py_DecRef(object), (object) = NULL)
