type Commit = { subject: string; body?: string }
export function renderSection(commits: readonly Commit[]): string
export function addSection(
  changelog: string,
  release: { version: string; date: string; commits: readonly Commit[] },
): string
export function writeChangelog(folder: string): string | undefined
