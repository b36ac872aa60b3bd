import type { ApiKey } from '#contract/access/keys.ts'
import { formatAge } from '#lib/format.ts'
import { PanelSection } from '#ui/layout/section.tsx'

type RevokedKeysProps = { keys: readonly ApiKey[]; nowMs: number }

/** Renders revoked keys, collapsed, to find out which key a program still uses. */
export const RevokedKeys = ({ keys, nowMs }: RevokedKeysProps) => (
  <PanelSection title={`Revoked (${keys.length})`} isOpen={false}>
    <ul aria-label="Revoked keys" className="divide-y divide-line">
      {keys.map(({ id, name, prefix, revokedAt }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2.5 py-2 text-ink-muted">
          <span className="wrap-anywhere">{name}</span>
          <code className="font-mono text-xs text-ink-faint">{prefix}…</code>
          {revokedAt !== undefined && (
            <time dateTime={revokedAt} className="ml-auto text-xs text-ink-faint">
              {formatAge(revokedAt, nowMs)}
            </time>
          )}
        </li>
      ))}
    </ul>
  </PanelSection>
)
