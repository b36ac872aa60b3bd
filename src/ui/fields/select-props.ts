export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  hint?: string | undefined
  group?: string | undefined
  disabled?: boolean | undefined
}

export type SelectProps<Value extends string = string> = {
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** `ghost` has no border, for headers and toolbars. */
  variant?: 'control' | 'ghost' | undefined
  className?: string | undefined
  'aria-label'?: string | undefined
}
