type StateLightProps = { state: 'good' | 'caution' | 'bad' | 'off' }

const colours = {
  good: 'bg-light-good',
  caution: 'bg-light-caution',
  bad: 'bg-light-bad',
  off: 'border border-line-control',
}

/**
 * Renders a coloured dot for a state. Screen readers ignore the dot, because text beside the dot
 * names the state.
 */
export const StateLight = ({ state }: StateLightProps) => (
  <span
    aria-hidden
    className={`inline-block size-2 shrink-0 rounded-full forced-color-adjust-none ${colours[state]}`}
  />
)
