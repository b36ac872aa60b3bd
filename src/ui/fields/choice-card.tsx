type ChoiceCardProps = {
  name: string
  title: string
  hint: string
  isChosen: boolean
  isDisabled?: boolean
  onChosen: () => void
}

export const ChoiceCard = ({
  name,
  title,
  hint,
  isChosen,
  isDisabled = false,
  onChosen,
}: ChoiceCardProps) => (
  <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 transition-colors hover:border-ink-faint has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:border-line">
    <input
      type="radio"
      name={name}
      checked={isChosen}
      disabled={isDisabled}
      onChange={onChosen}
      className="mt-1 accent-accent"
    />
    <span className={`font-medium ${isDisabled ? 'text-ink-muted' : ''}`}>
      {title}
      <span className="block text-xs font-normal text-pretty text-ink-muted">{hint}</span>
    </span>
  </label>
)
