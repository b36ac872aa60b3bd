// Prints what the library ufbx reads from an FBX, y up and in metres: bounding box, area,
// triangles and used materials at rest, then the bounding box at five times of its first animation.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ufbx.h"

enum { SAMPLES = 5 };

typedef struct {
  double low[3], high[3], area;
  size_t triangles, materials;
} measure;

static void add_point(measure *m, ufbx_vec3 p) {
  double at[3] = {p.x, p.y, p.z};
  for (int axis = 0; axis < 3; axis++) {
    if (at[axis] < m->low[axis]) m->low[axis] = at[axis];
    if (at[axis] > m->high[axis]) m->high[axis] = at[axis];
  }
}

static void add_mesh(measure *m, const ufbx_node *node, const ufbx_mesh *mesh, bool *used) {
  bool local = mesh->skinned_is_local;
  ufbx_matrix matrix = local ? node->geometry_to_world : ufbx_identity_matrix;
  size_t room = mesh->max_face_triangles * 3;
  uint32_t *corners = malloc((room + 3) * sizeof(uint32_t));
  for (size_t f = 0; f < mesh->num_faces; f++) {
    if (mesh->faces.data[f].num_indices < 3) continue;
    size_t count = ufbx_triangulate_face(corners, room, mesh, mesh->faces.data[f]);
    m->triangles += count;
    uint32_t slot = mesh->face_material.count ? mesh->face_material.data[f] : 0;
    if (slot < node->materials.count && node->materials.data[slot]) {
      used[node->materials.data[slot]->typed_id] = true;
    }
    for (size_t t = 0; t < count; t++) {
      ufbx_vec3 p[3];
      for (int c = 0; c < 3; c++) {
        p[c] = ufbx_get_vertex_vec3(&mesh->skinned_position, corners[t * 3 + c]);
        p[c] = ufbx_transform_position(&matrix, p[c]);
        add_point(m, p[c]);
      }
      ufbx_vec3 a = {{{p[1].x - p[0].x, p[1].y - p[0].y, p[1].z - p[0].z}}};
      ufbx_vec3 b = {{{p[2].x - p[0].x, p[2].y - p[0].y, p[2].z - p[0].z}}};
      ufbx_vec3 n = {{{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}}};
      m->area += sqrt(n.x * n.x + n.y * n.y + n.z * n.z) / 2;
    }
  }
  free(corners);
}

static bool is_visible(const ufbx_node *node) {
  for (; node; node = node->parent) if (!node->visible) return false;
  return true;
}

static measure measure_scene(const ufbx_scene *scene) {
  measure m = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}, 0, 0, 0};
  bool *used = calloc(scene->materials.count + 1, sizeof(bool));
  bool any = false;
  for (size_t i = 0; i < scene->nodes.count; i++) {
    const ufbx_node *node = scene->nodes.data[i];
    any = any || (node->mesh && is_visible(node));
  }
  for (size_t i = 0; i < scene->nodes.count; i++) {
    const ufbx_node *node = scene->nodes.data[i];
    if (!node->mesh || (any && !is_visible(node))) continue;
    const ufbx_mesh *mesh = node->mesh;
    ufbx_mesh *smooth = NULL;
    if (mesh->subdivision_display_mode >= UFBX_SUBDIVISION_DISPLAY_HULL_AND_SMOOTH &&
        mesh->subdivision_preview_levels > 0) {
      smooth = ufbx_subdivide_mesh(mesh, mesh->subdivision_preview_levels, NULL, NULL);
    }
    add_mesh(&m, node, smooth ? smooth : mesh, used);
    ufbx_free_mesh(smooth);
  }
  for (size_t i = 0; i < scene->materials.count; i++) m.materials += used[i];
  free(used);
  return m;
}

static void print_box(const measure *m) {
  printf("[%.9g,%.9g,%.9g,%.9g,%.9g,%.9g]", m->low[0], m->low[1], m->low[2], m->high[0],
         m->high[1], m->high[2]);
}

int main(int argc, char **argv) {
  ufbx_load_opts load = {0};
  load.evaluate_skinning = true;
  load.target_axes = ufbx_axes_right_handed_y_up;
  load.target_unit_meters = 1;
  load.space_conversion = UFBX_SPACE_CONVERSION_TRANSFORM_ROOT;
  ufbx_scene *scene = argc > 1 ? ufbx_load_file(argv[1], &load, NULL) : NULL;
  if (!scene) return 1;
  measure rest = measure_scene(scene);
  if (rest.triangles == 0) return 1;
  printf("{\"triangles\":%zu,\"area\":%.9g,\"materials\":%zu,\"box\":", rest.triangles, rest.area,
         rest.materials);
  print_box(&rest);
  printf(",\"boxes\":[");
  for (int s = 0; scene->anim_stacks.count > 0 && s < SAMPLES; s++) {
    const ufbx_anim_stack *stack = scene->anim_stacks.data[0];
    double length = stack->time_end - stack->time_begin;
    double time = stack->time_begin + length * s / (SAMPLES - 1);
    ufbx_evaluate_opts evaluate = {0};
    evaluate.evaluate_skinning = true;
    ufbx_scene *moved = ufbx_evaluate_scene(scene, stack->anim, time, &evaluate, NULL);
    if (!moved) break;
    measure m = measure_scene(moved);
    if (s > 0) printf(",");
    print_box(&m);
    ufbx_free_scene(moved);
  }
  double seconds = scene->anim_stacks.count > 0
                       ? scene->anim_stacks.data[0]->time_end - scene->anim_stacks.data[0]->time_begin
                       : 0;
  printf("],\"seconds\":%.9g}\n", seconds);
  ufbx_free_scene(scene);
  return 0;
}
