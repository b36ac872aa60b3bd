import { expect, it } from 'vitest'
import { signTencent } from './sign.ts'

it('signTencent creates the signature of Tencent’s documented example', () => {
  const signed = signTencent({
    secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    contentType: 'application/json; charset=utf-8',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    timestamp: 1_551_113_065,
  })
  expect(signed).toContain('/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host,')
  expect(signed).toMatch(
    /Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168$/,
  )
})
