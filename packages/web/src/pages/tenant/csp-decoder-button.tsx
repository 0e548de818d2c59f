import { Button } from '@fluentui/react-components'
import { KeyMultiple20Regular } from '@fluentui/react-icons/svg/key-multiple'
import { roleReaches } from '@tenantscope/contract/roles'
import { useEffect, useId, useRef } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import type { CspDecoder } from './use-csp-decoder.ts'

/** Asks Microsoft for the tenant's licenses in every way there is; absent for people who may not. */
export function CspDecoderButton({ decoder }: { decoder: CspDecoder }) {
  const { role } = useCurrentUser()
  const id = useId()
  useFocusAfterClosing(decoder.state, id)
  if (!roleReaches(role, 'technician')) return null
  const isRunning = decoder.state === 'running'
  return (
    <Button
      id={id}
      icon={<KeyMultiple20Regular />}
      // Stays focusable while it works, so that keyboard focus is not lost.
      disabledFocusable={isRunning}
      onClick={decoder.start}
    >
      {isRunning ? 'Decoding...' : 'CSP License Decoder'}
    </Button>
  )
}

/** When the result is put away, the focus comes back to what asked for it. */
function useFocusAfterClosing(state: CspDecoder['state'], buttonId: string): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && state === 'idle') document.getElementById(buttonId)?.focus()
    wasOpen.current = state !== 'idle'
  }, [state, buttonId])
}
