import { Button } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'
import type { SetupStep } from '@tenantscope/contract/onboarding'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { showToast } from '../../lib/toasts.ts'
import { SetupCard } from './setup-card.tsx'
import { storedSetupChoice, storeSetupChoice } from './setup-choice.ts'
import type { SetupChoice } from './setup-choice.ts'
import { nextOf, STEP_WORDS } from './step-words.ts'

interface FoldableSetupProps {
  steps: readonly SetupStep[]
  isUnfoldedAtFirst: boolean
  /** The steps. */
  children: ReactNode
}

/** The setup beside tenants: a line that can be unfolded, folded and put away, and stays so in this browser. */
export function FoldableSetup({ steps, isUnfoldedAtFirst, children }: FoldableSetupProps) {
  const [chosen, setChosen] = useState(storedSetupChoice)
  const shown = chosen ?? (isUnfoldedAtFirst ? 'unfolded' : 'folded')
  const choose = (choice: SetupChoice) => {
    storeSetupChoice(choice)
    setChosen(choice)
  }
  if (shown === 'hidden') return null
  const isUnfolded = shown === 'unfolded'
  const next = nextOf(steps)
  return (
    <SetupCard
      steps={steps}
      aside={!isUnfolded && next && `Next: ${STEP_WORDS[next.id].title}`}
      controls={
        <>
          <Button
            size="small"
            appearance="subtle"
            aria-expanded={isUnfolded}
            onClick={() => choose(isUnfolded ? 'folded' : 'unfolded')}
          >
            {isUnfolded ? 'Hide steps' : 'Show steps'}
          </Button>
          <Button
            size="small"
            appearance="transparent"
            aria-label="Hide setup"
            title="Hide setup"
            icon={<Dismiss20Regular />}
            onClick={() => {
              choose('hidden')
              showToast({
                intent: 'info',
                title: 'Setup Hidden',
                text: 'You find its steps under Azure Config until they are done.',
              })
            }}
          />
        </>
      }
    >
      {isUnfolded ? children : undefined}
    </SetupCard>
  )
}
