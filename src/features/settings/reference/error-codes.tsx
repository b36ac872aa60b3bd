export const ErrorCodes = ({ errors }: { errors: readonly { code: string; status: number }[] }) => (
  <section aria-label="Error codes" className="flex flex-col gap-3">
    <div>
      <h2 className="text-lg font-semibold tracking-tight">Error codes</h2>
      <p className="mt-1 max-w-prose text-pretty text-ink-muted">
        A status can have several codes. Chat uses OpenAI’s names where they exist; generation uses
        capitals.
      </p>
    </div>
    <ul className="columns-2 gap-6 sm:columns-3">
      {errors.map(({ code, status }) => (
        <li key={code} className="flex break-inside-avoid gap-3 py-1 font-mono text-xs">
          <span className="text-ink-faint tabular-nums">{status}</span>
          <span className="wrap-anywhere">{code}</span>
        </li>
      ))}
    </ul>
  </section>
)
