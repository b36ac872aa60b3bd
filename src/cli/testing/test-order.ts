import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Orders test files: those that need a page run last. Vitest restarts a worker whenever the next
 * file needs another environment, and the new worker loads every module again, which took a third
 * of the time in the default order. Files that start servers or use up databases are small but
 * slow, so they run first. In a browser, files that set a policy for their page run last, because
 * the policy affects the next file.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files)
    const groups = new Map(sorted.map((file) => [file, getGroup(file)]))
    return sorted.toSorted(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) || (groups.get(a) ?? 0) - (groups.get(b) ?? 0),
    )
  }
}

function getGroup({ moduleId }: TestSpecification): number {
  if (/\/server\/(?:testing|admin)\//.test(moduleId)) return 0
  const text = readFileSync(moduleId, 'utf8')
  return text.startsWith('// @vitest-environment jsdom') || text.includes('guardPage(') ? 2 : 1
}
