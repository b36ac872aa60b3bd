import type { ReactNode } from 'react'

type CheckboxProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: ReactNode
  disabled?: boolean | undefined
}

export const Checkbox = ({ checked, onCheckedChange, label, disabled }: CheckboxProps) => (
  <label className="flex min-h-7 cursor-pointer items-center gap-2.5 coarse:min-h-11">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onCheckedChange(event.target.checked)}
      className="checkbox"
    />
    <span>{label}</span>
  </label>
)
