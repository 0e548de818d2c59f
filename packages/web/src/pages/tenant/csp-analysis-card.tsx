import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  ProgressBar,
  tokens,
} from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import { Suspense, useEffect, useRef } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { lazyPart } from '../../lib/load-part.ts'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import type { CspDecoder } from './use-csp-decoder.ts'

const CspAnalysis = lazyPart(async () => (await import('./csp-analysis.tsx')).CspAnalysis)

const useStyles = makeStyles({
  place: { borderRadius: tokens.borderRadiusLarge, outlineOffset: '2px' },
  running: { display: 'flex', flexDirection: 'column', gap: '8px' },
  actions: { display: 'flex', alignItems: 'center', gap: '8px' },
})

/** What decoding brought; the focus comes here when it begins. */
export function CspAnalysisCard({ decoder }: { decoder: CspDecoder }) {
  const { state } = decoder
  if (state === 'idle') return null
  return <OpenCard decoder={decoder} />
}

function OpenCard({ decoder }: { decoder: CspDecoder }) {
  const styles = useStyles()
  const card = useRef<HTMLDivElement>(null)
  const { state, result, error } = decoder
  useEffect(() => {
    if (state === 'running') card.current?.focus()
  }, [state])
  return (
    <div ref={card} tabIndex={-1} className={styles.place}>
      <SectionCard title="CSP License Analysis" aside={<Actions decoder={decoder} />}>
        {state === 'running' && (
          <output className={styles.running}>
            Asking Microsoft for the licenses of this tenant in every way there is. This takes up to
            10 seconds...
            <ProgressBar aria-label="Decoding" />
          </output>
        )}
        {state === 'failed' && (
          <MessageBar intent="error" layout="multiline">
            <MessageBarBody>
              <MessageBarTitle>CSP Decoder Failed:</MessageBarTitle> Unable to decode CSP licenses.
              Check permissions and try again. {userMessageOf(error)}
            </MessageBarBody>
          </MessageBar>
        )}
        {result && (
          <Suspense fallback={<PageSpinner text="Loading the analysis..." />}>
            <CspAnalysis result={result} />
          </Suspense>
        )}
      </SectionCard>
    </div>
  )
}

function Actions({ decoder }: { decoder: CspDecoder }) {
  const styles = useStyles()
  if (decoder.state === 'running') return null
  return (
    <div className={styles.actions}>
      <Button size="small" onClick={decoder.start}>
        {decoder.state === 'failed' ? 'Try Again' : 'Run Again'}
      </Button>
      <Button
        size="small"
        appearance="subtle"
        icon={<Dismiss20Regular />}
        aria-label="Close CSP License Analysis"
        onClick={decoder.close}
      />
    </div>
  )
}
