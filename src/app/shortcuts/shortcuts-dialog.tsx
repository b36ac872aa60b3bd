import { Fragment } from 'react'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Kbd } from '#ui/actions/kbd.tsx'

type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void }

type Group = { title: string; rows: { does: string; keys: string[][] }[] }

const groups: Group[] = [
  {
    title: 'General',
    rows: [
      {
        does: 'Go to Chat',
        keys: [
          ['G', 'C'],
          ['Alt', '1'],
        ],
      },
      {
        does: 'Go to Studio',
        keys: [
          ['G', 'S'],
          ['Alt', '2'],
        ],
      },
      {
        does: 'Go to Library',
        keys: [
          ['G', 'L'],
          ['Alt', '3'],
        ],
      },
      {
        does: 'Go to Settings',
        keys: [
          ['G', ','],
          ['Alt', '4'],
        ],
      },
      { does: 'Command palette', keys: [['Ctrl', 'K']] },
      { does: 'Show shortcuts', keys: [['?']] },
    ],
  },
  {
    title: 'Chat',
    rows: [
      { does: 'Send, or queue', keys: [['Enter']] },
      { does: 'Stop the answer', keys: [['Esc']] },
      { does: 'Edit the last question', keys: [['↑']] },
      { does: 'Write a message', keys: [['/']] },
      {
        does: 'Previous, next question',
        keys: [
          ['Alt', '↑'],
          ['Alt', '↓'],
        ],
      },
      { does: 'Find in the conversation', keys: [['Ctrl', 'F']] },
      { does: 'New chat', keys: [['Ctrl', 'Shift', 'O']] },
    ],
  },
  {
    title: 'Model in view',
    rows: [
      { does: 'Turn', keys: [['←'], ['→'], ['↑'], ['↓']] },
      { does: 'Zoom', keys: [['+'], ['−']] },
      { does: 'Fit to view', keys: [['F']] },
      { does: 'Front, right, top', keys: [['1'], ['3'], ['7']] },
    ],
  },
  {
    title: 'Library',
    rows: [
      { does: 'Move through the models', keys: [['←'], ['→'], ['↑'], ['↓']] },
      { does: 'Open a model', keys: [['Enter']] },
    ],
  },
]

export const ShortcutsDialog = ({ isOpen, onClose }: ShortcutsDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Shortcuts" size="md">
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
                      {index > 0 && chord.length > 1 && 'or'}
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
