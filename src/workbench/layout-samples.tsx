import Box from 'lucide-react/icons/box'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { Badge } from '#ui/feedback/badge.tsx'
import { Monogram } from '#ui/feedback/monogram.tsx'
import { Tile } from '#ui/feedback/tile.tsx'
import { Card } from '#ui/layout/card.tsx'
import { DropZone } from '#ui/layout/drop-zone.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { PanelSection } from '#ui/layout/section.tsx'
import { Tabs } from '#ui/layout/tabs.tsx'

const tabs = [
  { value: 'link' as const, label: 'Link' },
  { value: 'embed' as const, label: 'Embed' },
  { value: 'phone' as const, label: 'Phone' },
]

export function LayoutSamples() {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('link')
  return (
    <>
      <Card isList>
        <ListRow
          tile={<Monogram name="Ollama" />}
          title="Ollama"
          detail="6 models on this machine"
          figure="Free"
          onOpen={() => {}}
        />
        <ListRow
          tile={<Tile icon={<Box />} tone="accent" />}
          title="Local engine"
          detail="Picture to 3D in about 3 s"
          action={<Badge tone="success">Ready</Badge>}
        />
        <ListRow title="A row with a title alone" />
        <ListRow
          tile={<Monogram name="Workshop" />}
          title="A name that is so long that it does not fit into one line of a list beside its figure"
          detail="A second line that is also longer than the row, because names come from other services"
          figure="€1,234.56"
          action={<Button size="sm">Open</Button>}
        />
      </Card>
      <Tabs label="Ways to share" value={tab} onValueChange={setTab} tabs={tabs}>
        The content of {tab}.
      </Tabs>
      <section
        aria-labelledby="panel-sample"
        className="flex h-72 max-w-94 flex-col rounded-xl border border-line bg-surface"
      >
        <Panel
          title="Print"
          titleId="panel-sample"
          actions={<IconButton label="Close" icon={<X aria-hidden />} />}
        >
          <PanelSection title="Checks">Closed, and 120 mm high.</PanelSection>
          <PanelSection title="More options" isOpen={false}>
            Eleven numbers.
          </PanelSection>
        </Panel>
      </section>
      <DropZone label="Choose a picture" accept="image/*" onFiles={() => {}} className="p-6">
        Drop a picture here
      </DropZone>
    </>
  )
}
