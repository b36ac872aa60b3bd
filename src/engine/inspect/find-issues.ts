import { cutText } from '#lib/cut-text.ts'
import type { ModelIssues } from '../messages.ts'

const messagesMax = 20
const messageLengthMax = 400
/** From here on it is mere information. */
const severityMax = 1

/** Runs glTF's own validator. It is loaded only here: its start and its objects cost each new thread much. */
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
