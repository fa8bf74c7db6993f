import { useEffect } from 'react'

/** After the browser's arrow a page may be shown as it was left, its buttons still at work: `onShown` sets it right. */
export function usePageShownAgain(onShown: () => void): void {
  useEffect(() => {
    const listener = ({ persisted }: PageTransitionEvent) => persisted && onShown()
    addEventListener('pageshow', listener)
    return () => removeEventListener('pageshow', listener)
  }, [onShown])
}
