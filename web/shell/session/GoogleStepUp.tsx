import { useEffect, useState } from 'react'
import { confirmWithGoogle } from '#contract/accounts/accounts-google.ts'
import { beginGoogleSignIn } from '#contract/accounts/accounts-options.ts'
import { failureMessage } from '#web/api/api-failure.ts'
import { call } from '#web/api/call.ts'
import { onGoogleConfirmation } from '#web/api/google-confirmation.ts'
import { Button } from '#web/ui/base/Button.tsx'
import { Problem } from '#web/ui/feedback/Problem.tsx'

const FALLBACK = 'Error al autenticar con Google'

/** A fresh sign-in at Google, in a window of its own: what is on the page waits as it is. */
export function GoogleStepUp({ isOnlyWay, onConfirmed }: { isOnlyWay: boolean; onConfirmed: () => void }) {
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(
    () =>
      onGoogleConfirmation((news) => {
        setWaiting(false)
        if ('problem' in news) return setProblem(news.problem)
        call(confirmWithGoogle, { body: { code: news.code } })
          .then(onConfirmed)
          .catch((error: unknown) => setProblem(failureMessage(error, FALLBACK)))
      }),
    [onConfirmed],
  )

  const open = async () => {
    setProblem(null)
    // Before anything is awaited: browsers block windows that no press opened.
    const popup = window.open('', 'google-confirmation', 'popup,width=480,height=680')
    if (!popup) return setProblem('Tu navegador bloqueó la ventana de Google. Permitila y probá de nuevo.')
    setWaiting(true)
    try {
      const { data } = await call(beginGoogleSignIn, { query: { purpose: 'confirm' } })
      popup.location.href = data.url
    } catch (error) {
      popup.close()
      setWaiting(false)
      setProblem(failureMessage(error, FALLBACK))
    }
  }

  return (
    <div className="flex flex-col gap-3">
      {isOnlyWay && (
        <p className="text-humo">
          Por seguridad, volvé a ingresar con Google para seguir. Se abre en otra ventana, y vale por 15 minutos.
        </p>
      )}
      {/* A second press restarts it: a closed window sends no event. */}
      <Button
        tone={isOnlyWay ? 'primary' : 'secondary'}
        wide
        {...(isOnlyWay && { 'data-initial-focus': true })}
        onClick={() => void open()}
      >
        {isWaiting ? 'Abrir Google otra vez' : 'Confirmar con Google'}
      </Button>
      <Problem message={problem} />
    </div>
  )
}
