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
  <label className="card-action flex items-start gap-3 px-3.5 py-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed">
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
