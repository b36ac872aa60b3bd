import { cn } from '#ui/cn.ts'
import { Monogram } from '#ui/feedback/monogram.tsx'

type AssistantFaceProps = {
  name: string
  pictureUrl: string | undefined
  size: 'sm' | 'md' | 'lg'
}

const sizes = {
  sm: 'size-7 rounded-md',
  md: 'size-9 rounded-tile',
  lg: 'size-12 rounded-menu',
}

export const AssistantFace = ({ name, pictureUrl, size }: AssistantFaceProps) =>
  pictureUrl === undefined ? (
    <Monogram name={name} size={size} />
  ) : (
    <img src={pictureUrl} alt="" className={cn('shrink-0 object-cover', sizes[size])} />
  )
