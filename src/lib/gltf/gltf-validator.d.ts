/**
 * The package `gltf-validator` has no types, so this file declares the parts that the project uses.
 */
declare module 'gltf-validator' {
  export type ValidationMessage = {
    code: string
    message: string
    /** 0 is an error, 1 a warning, 2 an information, and 3 a hint. */
    severity: number
    pointer?: string
  }

  export function validateBytes(
    bytes: Uint8Array,
    options?: { maxIssues?: number; writeTimestamp?: boolean },
  ): Promise<{
    issues: {
      numErrors: number
      numWarnings: number
      truncated: boolean
      messages: ValidationMessage[]
    }
    info: { totalTriangleCount: number }
    validatorVersion: string
  }>
}
