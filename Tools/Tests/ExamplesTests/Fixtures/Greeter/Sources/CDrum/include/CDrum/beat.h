#pragma once

typedef struct {
  int count;
} Beat;
