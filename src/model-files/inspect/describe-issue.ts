import type { ValidationMessage } from 'gltf-validator'
import type { FileIssue } from './report.ts'

/** What the Khronos validator's codes mean, for those that generated models really have. */
const words: Readonly<Record<string, string>> = {
  ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND: 'Points lie outside the bounds that the file states.',
  ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND: 'Points lie outside the bounds that the file states.',
  ACCESSOR_INDEX_OOB: 'Triangles refer to points that are not there.',
  ACCESSOR_INDEX_TRIANGLE_DEGENERATE: 'Triangles use the same point twice and draw nothing.',
  ACCESSOR_INVALID_FLOAT: 'Some numbers are not numbers.',
  ACCESSOR_MAX_MISMATCH: 'The stated bounds are not those of the points.',
  ACCESSOR_MIN_MISMATCH: 'The stated bounds are not those of the points.',
  ACCESSOR_NON_UNIT: 'Some normals are not of length one; light may look uneven.',
  ACCESSOR_VECTOR3_NON_UNIT: 'Some normals are not of length one; light may look uneven.',
  BUFFER_VIEW_TARGET_MISSING: 'Data does not say what it is for. Harmless in all viewers.',
  GLB_CHUNK_TOO_BIG: 'A part of the file is longer than the file.',
  IMAGE_DATA_INVALID: 'A picture cannot be read.',
  IMAGE_MIME_TYPE_INVALID: 'A picture is of another kind than the file says.',
  IMAGE_NPOT_DIMENSIONS: 'A picture’s sides are not powers of two; old devices may scale it.',
  IMAGE_UNRECOGNIZED_FORMAT: 'A picture has an unknown format.',
  MESH_PRIMITIVE_GENERATED_TANGENT_SPACE:
    'Tangents are left to the viewer, so fine relief may look slightly different elsewhere.',
  MESH_PRIMITIVE_TANGENT_SPACE_MISSING: 'Fine relief has no direction to follow.',
  MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT: 'Lists of points differ in length.',
  NODE_EMPTY: 'A part is empty.',
  NODE_SKINNED_MESH_NON_ROOT: 'A bending part hangs under another one; its place is ignored.',
  UNDECLARED_EXTENSION: 'It uses an extension that it does not name.',
  UNSUPPORTED_EXTENSION: 'It uses an extension that the validator does not know.',
  UNUSED_OBJECT: 'Something in the file is not used and only adds to its size.',
  VALUE_NOT_IN_RANGE: 'A value lies outside of what is allowed.',
}

const severities = ['error', 'warning', 'hint', 'hint'] as const

/** Puts messages of one kind together, errors first, then what comes most often. */
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
