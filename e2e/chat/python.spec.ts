import { readFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'
import { pythonBrowser } from '../support/launch-options.ts'

test.use(pythonBrowser)

/** Time limit in milliseconds, because Python starts slowly on a busy machine. */
const patient = { timeout: 150_000 }

const write = (...blocks: string[]) =>
  blocks.map((code) => `Here:\n\n\`\`\`python\n${code}\n\`\`\`\n`).join('\n')

test('Python code in an answer runs in the browser, reads the files of the chat, and creates files', async ({
  page,
  upstream,
}) => {
  test.slow()
  upstream.wordDelayMs = 0
  upstream.text = write(
    [
      'import csv, json, statistics',
      'rows = list(csv.DictReader(open("sizes.csv")))',
      'sizes = [float(row["size"]) for row in rows]',
      'print("models:", len(rows))',
      'json.dump({"mean": statistics.mean(sizes)}, open("mean.json", "w"))',
      'max(sizes)',
    ].join('\n'),
    'def deep(n):\n    return 1 / n\ndeep(0)',
  )
  const chat = new ChatPage(page)
  await chat.open()
  await page.locator('input[type="file"][multiple]').setInputFiles({
    name: 'sizes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,size\nbear,8\nrocket,12.5\n'),
  })
  await chat.askAndWait('Compute the mean')
  const output = page.getByRole('region', { name: 'Output of Python' })
  await chat.answers.getByRole('button', { name: 'Run' }).first().click()
  await expect(output).toContainText('models: 2\n12.5', patient)
  const saved = page.waitForEvent('download')
  await output.getByRole('button', { name: /mean\.json/ }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('mean.json')
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual({ mean: 10.25 })

  await chat.answers.getByRole('button', { name: 'Run' }).nth(1).click()
  await expect(output.nth(1).getByRole('alert')).toContainText('ZeroDivisionError', patient)
  await expect(output.nth(1).getByRole('alert')).toContainText('line 2, in deep')
  await expect(output.nth(1).getByRole('alert')).not.toContainText('_pyodide')
})

const attack = `
tried = []
def attempt(name, run):
    try:
        run()
        tried.append(name)
    except BaseException as error:
        print(name, type(error).__name__)

def request():
    import urllib.request
    urllib.request.urlopen("http://HOST/api/conversations").read()
def open_url():
    from pyodide.http import open_url
    open_url("/api/conversations")
def xhr():
    import js
    js.XMLHttpRequest.new()
def fetch():
    import js
    js.fetch("/api/conversations")
def evaluate():
    from pyodide.code import run_js
    run_js("1 + 1")
def constructor():
    import pyodide_js
    pyodide_js.loadPackage.constructor("return self")()
def script():
    import pyodide_js
    pyodide_js.loadPackage.constructor.constructor("return self")()
def storage():
    import js
    js.indexedDB.open("x")
def socket():
    import socket
    socket.create_connection(("127.0.0.1", PORT), timeout=2).send(b"x")
def system():
    import subprocess
    subprocess.run(["ls"])
def memory():
    bytearray(600 * 1024 * 1024)
for run in [request, open_url, xhr, fetch, evaluate, constructor, script, storage, socket, system, memory]:
    attempt(run.__name__, run)

async def asynchronous():
    from pyodide.http import pyfetch
    response = await pyfetch("/api/conversations")
    response.raise_for_status()
    tried.append("pyfetch")
try:
    await asynchronous()
except BaseException as error:
    print("pyfetch", type(error).__name__)
print("reached:", tried)
`

test.describe('Python code in an answer', () => {
  test.use({ isFaulty: true })

  test('reaches no network, no storage and no script of the page, and cannot exceed its memory', async ({
    page,
    upstream,
    server,
  }) => {
    test.slow()
    upstream.wordDelayMs = 0
    const { host, port } = new URL(server.url)
    upstream.text = write(attack.replace('HOST', host).replace('PORT', port))
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('Attack')
    await chat.answers.getByRole('button', { name: 'Run' }).click()
    const output = page.getByRole('region', { name: 'Output of Python' })
    await expect(output).toContainText('reached: []', patient)
    await expect(output).toContainText('memory MemoryError')
    expect(requests.filter((url) => url.endsWith('/api/conversations'))).toEqual([])
  })

  test('can be stopped, and names a package that is missing', async ({ page, chat, upstream }) => {
    test.slow()
    upstream.text = write('while True:\n    pass', 'import numpy\nnumpy.zeros(3)')
    await chat.askAndWait('Loop')
    const output = page.getByRole('region', { name: 'Output of Python' })
    await chat.answers.getByRole('button', { name: 'Run' }).first().click()
    await expect(output).toContainText('Running', patient)
    await chat.answers.getByRole('button', { name: 'Stop' }).click()
    await expect(output).toContainText('Stopped.')
    await expect(page.locator('iframe')).toHaveCount(0)

    await chat.answers.getByRole('button', { name: 'Run' }).nth(1).click()
    await expect(output.nth(1)).toContainText('The package numpy is not on this server.', patient)
    await expect(output.nth(1).getByRole('alert')).toContainText('ModuleNotFoundError')
  })
})

test('a model runs Python in the open chat, and the answer continues with the result', async ({
  page,
  upstream,
}) => {
  test.slow()
  upstream.wordDelayMs = 0
  const code = [
    'import base64',
    'print(sum(range(10)))',
    'open("dot.png", "wb").write(base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))',
  ].join('\n')
  upstream.calls = [{ name: 'run_python', given: { code } }]
  upstream.text = 'The sum is 45.'
  const chat = new ChatPage(page)
  await chat.open()
  await page.getByRole('button', { name: /^Tools:/ }).click()
  await page.getByText('Runs code in this browser').click()
  await page.keyboard.press('Escape')
  await chat.ask('Add the numbers')
  const answer = chat.answers.last()
  await expect(answer).toContainText('Ran Python', patient)
  await expect(answer).toContainText('The sum is 45.')
  await expect(answer.getByRole('img').first()).toBeVisible()
  const told = JSON.stringify(upstream.requests.at(-1)?.messages)
  expect(told).toContain('45')
  expect(told).toContain('dot.png')
})
