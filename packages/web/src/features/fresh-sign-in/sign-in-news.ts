import { SignInRefusal } from '@tenantscope/contract/auth'
import { useEffect, useEffectEvent } from 'react'
import { z } from 'zod'

import { openTabChannel } from '../../lib/tab-channel.ts'

/** The result of a sign-in in another window; refused: the session is unchanged. */
const SignInNews = z.object({ refusal: SignInRefusal.nullable() })
type SignInNews = z.infer<typeof SignInNews>

const CHANNEL = 'tenantscope.sign-in'

/** Notifies the waiting windows of the result of the sign-in. */
export function tellSignInNews(news: SignInNews): void {
  const channel = openTabChannel(CHANNEL)
  channel?.post(news)
  channel?.close()
}

/** Hears how a sign-in in another window ended. */
export function useSignInNews(handle: (news: SignInNews) => void): void {
  const hear = useEffectEvent((message: unknown) => {
    const news = SignInNews.safeParse(message)
    if (news.success) handle(news.data)
  })
  useEffect(() => {
    const channel = openTabChannel(CHANNEL)
    channel?.listen((message) => hear(message))
    return () => channel?.close()
  }, [])
}
