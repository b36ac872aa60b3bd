import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of test files: those that need a page come after all others. Vitest ends a worker whenever the
 * next file wants another environment, and the new one reads every module again: in turns, as they come by
 * size, that was a third of the time of all tests. Files that start servers or spoil stores are small but
 * take longest, so they go first, lest one of them is still running when everything else is done. In a browser
 * those that put their page under a policy are last: it stays there, for whatever file the page takes next.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a method of the sequencer, not of an array
    const sorted = await super.sort(files)
    const groups = new Map(sorted.map((file) => [file, groupOf(file)]))
    return sorted.toSorted(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) || (groups.get(a) ?? 0) - (groups.get(b) ?? 0),
    )
  }
}

function groupOf({ moduleId }: TestSpecification): number {
  if (/\/server\/(?:testing|admin)\//.test(moduleId)) return 0
  const text = readFileSync(moduleId, 'utf8')
  return text.startsWith('// @vitest-environment jsdom') || text.includes('guardPage(') ? 2 : 1
}
