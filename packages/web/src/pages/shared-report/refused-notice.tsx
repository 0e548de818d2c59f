import { PageHeading } from './page-heading.tsx'
import { ProductFoot } from './product-foot.tsx'
import type { Refusal } from './refusal.ts'

interface RefusedNoticeProps {
  refusal: Refusal
  onRetry: () => Promise<void>
}

/** Why there is nothing to see. */
export function RefusedNotice({ refusal, onRetry }: RefusedNoticeProps) {
  return (
    <>
      <main className="notice">
        <PageHeading>{refusal.title}</PageHeading>
        <p>{refusal.message}</p>
        {refusal.canRetry ? (
          <button type="button" className="button primary" onClick={() => void onRetry()}>
            Try again
          </button>
        ) : (
          <p className="quiet">Ask the person who sent you the link for a new one.</p>
        )}
      </main>
      <ProductFoot />
    </>
  )
}
