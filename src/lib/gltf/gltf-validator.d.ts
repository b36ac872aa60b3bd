/** The package has no types. These are the used ones. */
declare module 'gltf-validator' {
  export type ValidationMessage = {
    code: string
    message: string
    /** 0 error, 1 warning, 2 information, 3 hint. */
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
