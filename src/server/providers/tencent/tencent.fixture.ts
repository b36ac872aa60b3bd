import { sendBytes, json, type StandInAnswer } from '../service/service.fixture.ts'
import { pictureAt, type Service3dFixture } from '../service/service-3d.fixture.ts'
import { connectTencent } from './tencent-provider.ts'

const secretId = 'IKIDexample'
const submit = '/SubmitHunyuanTo3DProJob'
const query = '/QueryHunyuanTo3DProJob'

const refused = json({
  Response: { Error: { Code: 'AuthFailure.SecretIdNotFound', Message: 'No such id' } },
})
const answered =
  (response: object): StandInAnswer =>
  (call, answer) => {
    const isSigned = call.headers.authorization?.startsWith(
      `TC3-HMAC-SHA256 Credential=${secretId}/`,
    )
    return (isSigned ? json({ Response: response }) : refused)(call, answer)
  }

/**
 * A fake of Tencent Cloud, which uses one URL for all requests and sends the action in a header.
 */
export const tencentFixture: Service3dFixture = {
  name: 'Tencent Cloud',
  connect: connectTencent,
  secrets: { secretId, secretKey: 'secret-of-tencent' },
  isBought: true,
  request: {
    taskId: 'task',
    model: 'hunyuan-to-3d-pro',
    params: { ImageUrl: '/api/files/ours/content', EnablePBR: true },
    pictures: [pictureAt('ImageUrl')],
  },
  routes: { order: `POST ${submit}`, look: `POST ${query}`, result: 'GET /files/model.glb' },
  told: {
    order: ['"ImageBase64":"iVBORw0KGgo="', '"EnablePBR":true'],
    moves: [{ stage: 'Waiting at My service' }, { stage: 'My service is making the model' }],
    key: 'Accepted.',
  },
  serve: (service, glb) => {
    const { origin } = service
    service.on(`POST ${submit}`, answered({ JobId: 'up-1', RequestId: 'r' }))
    service.on(
      `POST ${query}`,
      answered({ Status: 'WAIT', ErrorCode: '', ResultFile3Ds: [] }),
      answered({ Status: 'RUN', ErrorCode: '', ResultFile3Ds: [] }),
      answered({
        Status: 'DONE',
        ResultFile3Ds: [
          { Type: 'OBJ', Url: `${origin}/files/model.zip` },
          { Type: 'GLB', Url: `${origin}/files/model.glb`, PreviewImageUrl: `${origin}/p.png` },
        ],
      }),
    )
    service.on('GET /files/model.glb', sendBytes(glb))
  },
}
