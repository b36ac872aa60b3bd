import { asList, asString, isRecord } from '#lib/fields.ts'
import type { ForeignFolder } from './foreign-conversation.ts'

const [nameLengthMax, instructionsLengthMax] = [100, 32_000]

/** Reads Claude's `projects.json`. Returns undefined for other files. */
export function readProjects(list: readonly unknown[]): ForeignFolder[] | undefined {
  const projects = list.filter(isRecord).filter((one) => Object.hasOwn(one, 'prompt_template'))
  if (projects.length === 0) return undefined
  return projects.flatMap((project): ForeignFolder[] => {
    const docs = asList(project['docs']).filter(isRecord)
    const instructions = asString(project['prompt_template'])
    // Skip the project with examples, which each account has.
    if (project['is_starter_project'] === true && docs.length === 0) return []
    return [
      {
        name: asString(project['name']).trim().slice(0, nameLengthMax) || 'Project',
        projectId: asString(project['uuid']) || undefined,
        ...(instructions !== '' && { instructions: instructions.slice(0, instructionsLengthMax) }),
        files: docs.map((doc, index) => ({
          name: asString(doc['filename']) || `Document ${index + 1}`,
          ids: [asString(doc['uuid']), asString(doc['filename'])].filter(Boolean),
          text: asString(doc['content']),
        })),
        gaps: [
          ...(asString(project['description']) ? ['The description of the project.'] : []),
          ...(instructions.length > instructionsLengthMax
            ? [`Its instructions after ${instructionsLengthMax.toLocaleString('en')} characters.`]
            : []),
        ],
      },
    ]
  })
}
