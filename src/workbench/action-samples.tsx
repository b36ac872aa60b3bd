import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import type { ButtonSize, ButtonVariant } from '#ui/actions/button-class.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Kbd } from '#ui/actions/kbd.tsx'
import { SampleRow } from './sample-row.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'ghost', 'danger']
const sizes: ButtonSize[] = ['sm', 'md', 'lg']

export const ActionSamples = () => (
  <>
    {variants.map((variant) => (
      <SampleRow key={variant} name={`Button: ${variant}`}>
        {sizes.map((size) => (
          <Button key={size} variant={variant} size={size} icon={<Plus aria-hidden />}>
            Size {size}
          </Button>
        ))}
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} isLoading>
          Loading
        </Button>
      </SampleRow>
    ))}
    <SampleRow name="Link as a button">
      <LinkButton href="#link">Open</LinkButton>
      <LinkButton href="#link" variant="primary" size="sm" icon={<Plus aria-hidden />}>
        Open
      </LinkButton>
    </SampleRow>
    <SampleRow name="Icon button: sizes, selected, disabled, outlined">
      {sizes.map((size) => (
        <IconButton key={size} size={size} label={`Copy, ${size}`} icon={<Copy aria-hidden />} />
      ))}
      <IconButton label="Favourite" isActive icon={<Star aria-hidden />} keys="S" />
      <IconButton label="Send" variant="primary" icon={<Plus aria-hidden />} />
      <IconButton label="Unavailable" disabled icon={<Star aria-hidden />} />
      <IconButton label="Copy the link" variant="secondary" icon={<Copy aria-hidden />} />
    </SampleRow>
    <SampleRow name="Key hint">
      <Kbd>Ctrl</Kbd>
      <Kbd>K</Kbd>
    </SampleRow>
  </>
)
