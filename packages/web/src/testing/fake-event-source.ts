import type { streamEvents } from '@tenantscope/contract/sync'
import type { z } from 'zod'

type SentEvent = z.input<(typeof streamEvents)['reply']>

/** An EventSource whose stream the test writes. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = []
  readonly url: string
  isClosed = false

  constructor(url: string) {
    super()
    this.url = url
    FakeEventSource.opened.push(this)
  }

  /** The open stream, or undefined. */
  static get current(): FakeEventSource | undefined {
    return FakeEventSource.opened.findLast((source) => !source.isClosed)
  }

  static forgetAll() {
    FakeEventSource.opened = []
  }

  send(event: SentEvent) {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
  }

  break() {
    this.dispatchEvent(new Event('error'))
  }

  close() {
    this.isClosed = true
  }
}
