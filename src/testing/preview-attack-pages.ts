type Listeners = { udpPort: number; tcpPort: number }

/** Returns a script that makes WebRTC send UDP packets to a port, as a request to a STUN server. */
const gather = (port: number) =>
  `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))`

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const literal = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/')
const script = (code: string) => `<script>${code}</script>`

/**
 * Returns HTML pages by name, each of which tries to send packets from the preview's frame in a
 * different way.
 */
export function attackPages({ udpPort, tcpPort }: Listeners): Record<string, string> {
  const rtc = gather(udpPort)
  const inner = script(rtc)
  const site = `http://127.0.0.1:${tcpPort}`
  const addFrame = `const f = document.createElement('iframe'); f.srcdoc = ${literal(inner)}`
  return {
    direct: inner,
    'direct, by eval': script(`setTimeout(() => (0, eval)(${literal(rtc)}), 10)`),
    'prefixed constructor': script(rtc.replace('RTCPeer', 'webkitRTCPeer')),
    'frame in the markup': `<iframe srcdoc="${attribute(inner)}"></iframe>`,
    'frame of a javascript address': `<iframe src="javascript:${attribute(rtc)}"></iframe>`,
    'frame of a data address': `<iframe src="data:text/html,${encodeURIComponent(inner)}"></iframe>`,
    'frame of a blob': script(
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob([${literal(inner)}], { type: 'text/html' })); document.documentElement.append(f)`,
    ),
    'frame added by a script': script(`${addFrame}; document.documentElement.append(f)`),
    'frame, then a busy script': script(
      `${addFrame}; document.documentElement.append(f); const t = performance.now(); while (performance.now() - t < 1500);`,
    ),
    'frame in a closed shadow root': `<p id="p"></p>${script(`${addFrame}; p.attachShadow({ mode: 'closed' }).append(f)`)}`,
    'frame in a cloned shadow root': `<p id="p"></p>${script(`${addFrame}; const r = p.attachShadow({ mode: 'open', clonable: true }); const d = new DOMParser().parseFromString('', 'text/html'); d.body.append(p); r.append(f); document.body.append(document.importNode(p, true))`)}`,
    'frame in declared shadow markup': `<div><template shadowrootmode="closed"><iframe srcdoc="${attribute(inner)}"></iframe></template></div>`,
    'frame in written shadow markup': script(
      `document.write(${literal(`<div><template shadowrootmode="closed"><iframe srcdoc="${attribute(inner)}"></iframe></template></div>`)})`,
    ),
    'constructor of an empty frame': `<body>${script(`const f = document.createElement('iframe'); document.body.append(f); const { RTCPeerConnection } = f.contentWindow; ${rtc}`)}`,
    'frame after replacing built-in functions': script(
      `Element.prototype.remove = () => {}; Document.prototype.querySelector = () => null; Reflect.apply = () => null; MutationObserver.prototype.takeRecords = () => []; ${addFrame}; document.documentElement.append(f)`,
    ),
    'own address replaced by javascript': script(
      `setTimeout(() => { location.href = 'javascript:' + JSON.stringify(${literal(inner)}) }, 20)`,
    ),
    'own address replaced by data': script(
      `location = 'data:text/html,' + encodeURIComponent(${literal(inner)})`,
    ),
    'own address replaced by a blob': script(
      `location = URL.createObjectURL(new Blob([${literal(inner)}], { type: 'text/html' }))`,
    ),
    'navigation by a script': script(`location = '${site}/navigation'`),
    'navigation by a meta element': `<meta http-equiv="refresh" content="0;url=${site}/refresh">`,
    'navigation by a click': `<a id="a" href="${site}/top" target="_top">x</a><a id="b" href="${site}/self">x</a><a id="d" href="${site}/blank" target="_blank">x</a>${script('a.click(); d.click(); b.click()')}`,
    'a new window': script(`open('${site}/window')`),
    'a form': `<form id="f" action="${site}/form"><input name="a" value="b"></form>${script('f.submit()')}`,
    hints: `<link rel="preconnect" href="${site}"><link rel="dns-prefetch" href="${site}"><link rel="prefetch" href="${site}/prefetch"><link rel="prerender" href="${site}/prerender"><link rel="modulepreload" href="${site}/module"><link rel="preload" as="font" crossorigin href="${site}/font"><script type="speculationrules">{"prefetch":[{"urls":["${site}/rules"]}],"prerender":[{"urls":["${site}/rules2"]}]}</script>`,
    'hints added by a script': script(
      `for (const rel of ['preconnect', 'dns-prefetch', 'prefetch']) { const l = document.createElement('link'); l.rel = rel; l.href = '${site}/' + rel; document.head.append(l) }`,
    ),
    requests: script(
      `navigator.sendBeacon('${site}/beacon', 'x'); fetch('${site}/fetch', { mode: 'no-cors', keepalive: true }).catch(() => {}); new WebSocket('${site.replace('http', 'ws')}/socket'); new EventSource('${site}/events'); import('${site}/module').catch(() => {}); new Image().src = '${site}/picture'`,
    ),
    'requests of a worker': script(
      `new Worker(URL.createObjectURL(new Blob(["fetch('${site}/worker')"])))`,
    ),
    'a service worker': script(
      `navigator.serviceWorker.register('${site}/worker.js').catch(() => {})`,
    ),
    WebTransport: script(`new WebTransport('https://127.0.0.1:${udpPort}/')`),
    'a ping': `<a id="a" href="#x" ping="${site}/ping">x</a>${script('a.click()')}`,
    elements: `<img src="${site}/img"><style>@import url(${site}/import); body { background: url(${site}/css) }</style><object data="${site}/object"></object><embed src="${site}/embed"><video src="${site}/video" poster="${site}/poster"></video><svg><use href="${site}/use"/><image href="${site}/image"/></svg><link rel="stylesheet" href="${site}/sheet"><link rel="icon" href="${site}/icon"><link rel="manifest" href="${site}/manifest"><iframe src="${site}/frame"></iframe><script src="${site}/script"></script><base href="${site}/">`,
  }
}
