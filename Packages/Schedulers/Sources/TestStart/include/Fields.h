#pragma once
#include <stdbool.h>
#include <stdint.h>

/// How many stored properties a struct or class has, with those of its superclasses, which come first. Negative if this
/// runtime does not tell. It is not a supported interface: that of `Mirror` to the runtime.
intptr_t fields_count(const void *_Nonnull type);

typedef struct {
  /// Whether it keeps what it refers to, so that it can be read safely: neither `weak` nor `unowned`.
  bool is_strong;
  /// Whether it may change: a `var`.
  bool is_variable;
} FieldKind;

/// How a stored property has been declared.
FieldKind field_kind(const void *_Nonnull type, intptr_t index);
