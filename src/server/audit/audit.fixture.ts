import type { Audit, AuditEntry } from './audit.ts'

export function createTestAudit(): Audit & { entries: AuditEntry[] } {
  const entries: AuditEntry[] = []
  return {
    entries,
    note: (entry) => void entries.push(entry),
    record: (entry) => Promise.resolve(void entries.push(entry)),
    list: () => Promise.resolve([]),
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}
