import { expect, type Locator, type Page } from '@playwright/test'
import { connectionListSchema } from '#contract/connections.ts'

export class ConnectionsPage {
  readonly page: Page
  readonly list: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.list = page.getByRole('list', { name: 'Connections' })
    this.dialog = page.getByRole('dialog')
  }

  row(name: string): Locator {
    return this.list.getByRole('listitem', { name, exact: true })
  }

  async steps(within: Locator): Promise<string[]> {
    const lines = within.getByRole('list', { name: 'Test' }).getByRole('listitem')
    await expect(lines).toContainText([/OK|Failed/, /OK|Failed|Skipped/, /OK|Failed|Skipped/])
    const texts = await lines.allTextContents()
    return texts.map((text) => /OK|Failed|Skipped/.exec(text)?.[0] ?? '')
  }

  async enter({ address, key, name }: { address: string; key?: string; name?: string }) {
    await this.page.goto('/settings?connect=openai-compatible')
    await this.dialog.getByLabel('Address').fill(address)
    if (key !== undefined) await this.dialog.getByLabel(/^API key/).fill(key)
    if (name !== undefined) {
      await this.dialog.getByText('More options').click()
      await this.dialog.getByLabel('Name').fill(name)
    }
  }

  async add(connection: { address: string; key?: string; name: string }): Promise<void> {
    await this.enter(connection)
    await this.dialog.getByRole('button', { name: 'Connect', exact: true }).click()
    await this.dialog.getByRole('button', { name: 'Done' }).click()
    await expect(this.row(connection.name)).toBeVisible()
  }

  async choose(name: string, item: string): Promise<void> {
    await this.page.getByRole('button', { name: `More about ${name}`, exact: true }).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }
}

/** Deletes all connections, for tests that share a server. */
export async function disconnectAll({ url }: { url: string }): Promise<void> {
  const listed = await fetch(`${url}/api/connections`)
  for (const { id } of connectionListSchema.parse(await listed.json()).connections) {
    await fetch(`${url}/api/connections/${id}`, { method: 'DELETE' })
  }
}
