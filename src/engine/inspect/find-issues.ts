import { cutText } from '#lib/cut-text.ts'
import type { ModelIssues } from '../messages.ts'

const messagesMax = 20
const messageLengthMax = 400
/**
 * Least serious severity that is reported. The glTF validator uses 0 for errors, 1 for warnings and
 * higher numbers for hints.
 */
const severityMax = 1

/**
 * Runs the glTF validator, which is imported on demand because loading it is slow in each new
 * thread.
 */
export async function findIssues(glb: Uint8Array): Promise<ModelIssues> {
  const { validateBytes } = await import('gltf-validator')
  const { issues } = await validateBytes(glb, { maxIssues: 200, writeTimestamp: false })
  return {
    errors: issues.numErrors,
    warnings: issues.numWarnings,
    messages: issues.messages
      .filter(({ severity }) => severity <= severityMax)
      .slice(0, messagesMax)
      .map(({ message, pointer }) =>
        cutText(pointer ? `${pointer}: ${message}` : message, messageLengthMax),
      ),
  }
}
