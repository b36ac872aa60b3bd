import { validateBytes } from 'gltf-validator'
import type { ModelIssues } from '../messages.ts'

const messagesMax = 20
/** From here on it is mere information. */
const severityMax = 1

/** Runs glTF's own validator. */
export async function findIssues(glb: Uint8Array): Promise<ModelIssues> {
  const { issues } = await validateBytes(glb, { maxIssues: 200, writeTimestamp: false })
  return {
    errors: issues.numErrors,
    warnings: issues.numWarnings,
    messages: issues.messages
      .filter(({ severity }) => severity <= severityMax)
      .slice(0, messagesMax)
      .map(({ message, pointer }) => (pointer ? `${pointer}: ${message}` : message)),
  }
}
