export const ListHint = ({ children }: { children: string }) => (
  <p className="px-2 py-3 text-pretty text-ink-faint">{children}</p>
)
