import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Returns the constants of `lib/app-version.ts` for Vite's option `define`. The build id is
 * `BOZZETTO_BUILD`, or else the short id of the current git commit, or else empty.
 */
export function defineAppVersion(): Record<string, string> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  return {
    bozzettoVersion: JSON.stringify(version),
    bozzettoBuild: JSON.stringify(process.env['BOZZETTO_BUILD'] ?? readCommit()),
  }
}

function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    // Outside a git repository, as in an archive of the sources, the commit is unknown.
    return ''
  }
}
