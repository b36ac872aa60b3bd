import type { ValidationMessage } from 'gltf-validator'
import type { FileIssue } from './report.ts'

const words: Readonly<Record<string, string>> = {
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: 'Vertices lie outside the stated bounds.',
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: 'Vertices lie outside the stated bounds.',
  ACCESSOR_INDEX_OOB: 'Triangles refer to missing vertices.',
  ACCESSOR_INDEX_TRIANGLE_DEGENERATE: 'Degenerate triangles: they use the same vertex twice.',
  ACCESSOR_INVALID_FLOAT: 'Some values are not valid numbers.',
  ACCESSOR_MAX_MISMATCH: 'The stated bounds do not match the vertices.',
  ACCESSOR_MIN_MISMATCH: 'The stated bounds do not match the vertices.',
  ACCESSOR_NON_UNIT: 'Some normals are not unit length; shading may look uneven.',
  ACCESSOR_VECTOR3_NON_UNIT: 'Some normals are not unit length; shading may look uneven.',
  BUFFER_VIEW_TARGET_MISSING: 'A buffer view has no target. Harmless in all viewers.',
  GLB_CHUNK_TOO_BIG: 'A buffer view reaches past the end of its buffer.',
  IMAGE_DATA_INVALID: 'An image cannot be read.',
  IMAGE_MIME_TYPE_INVALID: 'An image’s format differs from its stated type.',
  IMAGE_NPOT_DIMENSIONS: 'An image’s size is not a power of two; old devices may rescale it.',
  IMAGE_UNRECOGNIZED_FORMAT: 'An image has an unknown format.',
  MESH_PRIMITIVE_GENERATED_TANGENT_SPACE:
    'No tangents are stored, so normal maps may look slightly different in other viewers.',
  MESH_PRIMITIVE_TANGENT_SPACE_MISSING:
    'A normal map has no tangents or texture coordinates to follow.',
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: 'Vertex attributes differ in length.',
  NODE_EMPTY: 'A node or mesh is empty.',
  NODE_SKINNED_MESH_NON_ROOT: 'A skinned mesh has a parent node, whose transform is ignored.',
  UNDECLARED_EXTENSION: 'It uses an extension that it does not declare.',
  UNSUPPORTED_EXTENSION: 'It uses an extension that the validator does not know.',
  UNUSED_OBJECT: 'Unused data adds to the file size.',
  VALUE_NOT_IN_RANGE: 'A value is out of range.',
}

const severities = ['error', 'warning', 'hint', 'hint'] as const

/** Groups messages by kind, errors first, then by frequency. */
export function describeIssues(messages: readonly ValidationMessage[]): FileIssue[] {
  const found = new Map<string, FileIssue>()
  for (const { code, message, severity, pointer } of messages) {
    const before = found.get(code)
    if (before) {
      before.count++
      continue
    }
    found.set(code, {
      severity: severities[severity] ?? 'hint',
      code,
      sentence: words[code] ?? message,
      count: 1,
      ...(pointer !== undefined && { pointer }),
    })
  }
  const order = ['error', 'warning', 'hint']
  return [...found.values()].toSorted(
    (a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.count - a.count,
  )
}
