// Memory for numpy's arrays with a page beside each that nobody may touch. See guard.py.
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ul
#define ALIGNMENT 8ul

int guard_before = 0; // 1: the page lies before an array, 0: behind it

static size_t length_for(size_t size) { return (size + 2 * ALIGNMENT + PAGE - 1) / PAGE * PAGE + 2 * PAGE; }

// The size stands in the page before the guard, or right before the array.
static size_t *size_of(char *array) { return (size_t *)(guard_before ? array - 2 * PAGE : array - ALIGNMENT); }

void *guard_malloc(void *context, size_t size) {
    size_t length = length_for(size), used = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *base = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED) return NULL;
    char *guard = guard_before ? base + PAGE : base + length - PAGE;
    mprotect(guard, PAGE, PROT_NONE);
    char *array = guard_before ? guard + PAGE : guard - used;
    *size_of(array) = size;
    return array;
}

void *guard_calloc(void *context, size_t count, size_t size) { return guard_malloc(context, count * size); }

void guard_free(void *context, void *array, size_t size) {
    if (array == NULL) return;
    size_t length = length_for(*size_of(array)), used = (*size_of(array) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *base = guard_before ? (char *)array - 2 * PAGE : (char *)array + used + PAGE - length;
    munmap(base, length);
}

void *guard_realloc(void *context, void *array, size_t size) {
    void *moved = guard_malloc(context, size);
    if (array == NULL || moved == NULL) return moved;
    size_t old = *size_of(array);
    memcpy(moved, array, old < size ? old : size);
    guard_free(context, array, old);
    return moved;
}
