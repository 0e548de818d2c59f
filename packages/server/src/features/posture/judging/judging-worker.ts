// Judges tenants off the main thread: a large tenant takes seconds, which would block requests.
import { parentPort } from 'node:worker_threads'

import { judgeTenant } from '@tenantscope/analysis/checks/judge-tenant'

import { factsOfStored } from '../stored-facts.rules.ts'
import { createRowCollector } from './collected-rows.ts'
import type { JudgingMessage, JudgingRequest } from './judging-protocol.ts'
import { digestOf, storedJudgement } from './stored-judgement.ts'

let rows = createRowCollector()

parentPort?.on('message', (request: JudgingRequest) => {
  switch (request.kind) {
    case 'begin':
      rows = createRowCollector()
      return
    case 'rows':
      rows.add(request.page)
      return
    case 'texts':
      for (const text of request.texts) rows.addText(text)
      return
    case 'judge':
      parentPort?.postMessage(answerTo(request), [])
      rows = createRowCollector()
  }
})

function answerTo({ frame, now }: Extract<JudgingRequest, { kind: 'judge' }>): JudgingMessage {
  try {
    const judged = judgeTenant(factsOfStored(frame, rows.all()), now)
    const judgements = Array.from(judged, ([id, judgement]) => storedJudgement(id, judgement))
    return { kind: 'judged', judgements, digest: digestOf(judgements) }
  } catch (error) {
    if (error instanceof Error)
      return { kind: 'failed', message: error.message, stack: error.stack }
    return { kind: 'failed', message: String(error), stack: undefined }
  }
}
