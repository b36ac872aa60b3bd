import { Fragment } from 'react'
import { t } from '#languages/settings.ts'
import { proseBlocks } from './prose-blocks.ts'

export const Prose = ({ markdown }: { markdown: string }) => (
  <section
    aria-label={t('Rules')}
    className="flex max-w-prose flex-col gap-3 text-base text-ink-muted"
  >
    {proseBlocks(markdown).map((block, index) => {
      if (block.kind === 'heading') {
        return (
          <h2 key={index} className="mt-6 text-lg font-semibold tracking-tight text-ink first:mt-0">
            {block.text}
          </h2>
        )
      }
      if (block.kind === 'list') {
        return (
          <ul key={index} className="flex list-disc flex-col gap-1.5 ps-5 marker:text-ink-faint">
            {block.items.map((item) => (
              <li key={item} className="text-pretty">
                <InlineProse text={item} />
              </li>
            ))}
          </ul>
        )
      }
      return (
        <p key={index} className="text-pretty">
          <InlineProse text={block.text} />
        </p>
      )
    })}
  </section>
)

export const InlineProse = ({ text }: { text: string }) =>
  text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{piece}</Fragment>
    ) : (
      <code
        key={index}
        className="rounded-sm bg-pressed px-1 py-px font-mono text-[0.9em] text-ink wrap-anywhere"
      >
        {piece}
      </code>
    ),
  )
