#include "Fields.h"

#include <stddef.h>

#define SWIFT __attribute__((swiftcall))

typedef struct {
  const char *name;
  void (*free)(const char *);
  bool is_strong;
  bool is_variable;
} Field;

// Weak, so that a runtime without them is found out when they are asked for, and not when loading.
extern SWIFT intptr_t swift_reflectionMirror_recursiveCount(const void *type) __attribute__((weak));
extern SWIFT const void *swift_reflectionMirror_recursiveChildMetadata(
    const void *type, intptr_t index, Field *field) __attribute__((weak));

intptr_t fields_count(const void *type) {
  if (swift_reflectionMirror_recursiveCount == NULL || swift_reflectionMirror_recursiveChildMetadata == NULL) return -1;
  return swift_reflectionMirror_recursiveCount(type);
}

FieldKind field_kind(const void *type, intptr_t index) {
  Field field = {0};
  swift_reflectionMirror_recursiveChildMetadata(type, index, &field);
  if (field.free != NULL) field.free(field.name);
  return (FieldKind){.is_strong = field.is_strong, .is_variable = field.is_variable};
}
