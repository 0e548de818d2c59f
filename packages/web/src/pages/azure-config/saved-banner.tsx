import { MessageBar, MessageBarBody } from '@fluentui/react-components'
import { SAVED_BANNER_MS } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent } from 'react'

/** Says for a moment that the connection is stored. */
export function SavedBanner({ onGone }: { onGone: () => void }) {
  const leave = useEffectEvent(onGone)
  useEffect(() => {
    const timer = setTimeout(() => leave(), SAVED_BANNER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <MessageBar intent="success" layout="multiline">
      <MessageBarBody>
        Azure configuration saved successfully! You can now refresh tenant data.
      </MessageBarBody>
    </MessageBar>
  )
}
