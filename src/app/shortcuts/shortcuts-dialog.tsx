import { Fragment } from 'react'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Kbd } from '#ui/actions/kbd.tsx'
import { t } from '#languages/app.ts'

type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void }

type Group = { title: string; rows: { does: string; keys: string[][] }[] }

const groups: Group[] = [
  {
    title: t('General'),
    rows: [
      {
        does: t('Go to Chat'),
        keys: [
          ['G', 'C'],
          ['Alt', '1'],
        ],
      },
      {
        does: t('Go to Studio'),
        keys: [
          ['G', 'S'],
          ['Alt', '2'],
        ],
      },
      {
        does: t('Go to Library'),
        keys: [
          ['G', 'L'],
          ['Alt', '3'],
        ],
      },
      {
        does: t('Go to Settings'),
        keys: [
          ['G', ','],
          ['Alt', '4'],
        ],
      },
      { does: t('Command palette'), keys: [['Ctrl', 'K']] },
      { does: t('Show shortcuts'), keys: [['?']] },
    ],
  },
  {
    title: t('Chat'),
    rows: [
      { does: t('Send, or queue'), keys: [['Enter']] },
      { does: t('Stop the answer'), keys: [['Esc']] },
      { does: t('Edit the last question'), keys: [['↑']] },
      { does: t('Write a message'), keys: [['/']] },
      {
        does: t('Previous, next question'),
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
      },
      { does: t('Find in the conversation'), keys: [['Ctrl', 'F']] },
      { does: t('New chat'), keys: [['Ctrl', 'Shift', 'O']] },
    ],
  },
  {
    title: t('Model in view'),
    rows: [
      { does: t('Turn'), keys: [['←'], ['→'], ['↑'], ['↓']] },
      { does: t('Zoom'), keys: [['+'], ['−']] },
      { does: t('Fit to view'), keys: [['F']] },
      { does: t('Front, right, top'), keys: [['1'], ['3'], ['7']] },
    ],
  },
  {
    title: t('Library'),
    rows: [
      { does: t('Move through the models'), keys: [['←'], ['→'], ['↑'], ['↓']] },
      { does: t('Open a model'), keys: [['Enter']] },
    ],
  },
]

export const ShortcutsDialog = ({ isOpen, onClose }: ShortcutsDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title={t('Shortcuts')} size="md">
    <div className="flex flex-col gap-5">
      {groups.map(({ title, rows }) => (
        <section key={title}>
          <h3 className="mb-1 text-xs font-medium text-ink-faint">{title}</h3>
          <dl className="divide-y divide-line">
            {rows.map(({ does, keys }) => (
              <div key={does} className="flex h-9 items-center justify-between gap-4">
                <dt>{does}</dt>
                <dd className="flex items-center gap-2 text-xs text-ink-faint">
                  {keys.map((chord, index) => (
                    <Fragment key={chord.join()}>
                      {index > 0 && chord.length > 1 && t('or')}
                      <span className="flex gap-1">
                        {chord.map((key) => (
                          <Kbd key={key}>{key}</Kbd>
                        ))}
                      </span>
                    </Fragment>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
)
