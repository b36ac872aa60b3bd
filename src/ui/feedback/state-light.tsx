type StateLightProps = { state: 'good' | 'caution' | 'bad' | 'off' }

const colours = {
  good: 'bg-light-good',
  caution: 'bg-light-caution',
  bad: 'bg-light-bad',
  off: 'border border-line-control',
}

/** Renders a coloured dot. Screen readers ignore it, because text beside it says the same. */
export const StateLight = ({ state }: StateLightProps) => (
  <span
    aria-hidden
    className={`inline-block size-2 shrink-0 rounded-full forced-color-adjust-none ${colours[state]}`}
  />
)
