import { useId } from 'react'

type ColorInputProps = { label: string; value: string; onValue: (color: string) => void }

export function ColorInput({ label, value, onValue }: ColorInputProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="min-w-0 flex-1 font-medium">
        {label}
      </label>
      <span className="font-mono text-xs text-ink-muted uppercase">{value}</span>
      <input
        id={id}
        type="color"
        value={value}
        onChange={({ target }) => onValue(target.value)}
        className="h-8 w-12 shrink-0 cursor-pointer rounded-md border border-line-control p-0 coarse:h-11"
      />
    </div>
  )
}
