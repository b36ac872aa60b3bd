import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Defines the order of test files. Slow files, which start servers or use databases, run first.
 * Files that need a DOM run last, because Vitest restarts a worker for each change of the
 * environment. In a browser, files that set a content security policy run last, because the policy
 * also applies to later files.
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
