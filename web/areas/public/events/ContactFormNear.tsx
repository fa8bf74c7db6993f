import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'

const ContactForm = lazy(async () => ({ default: (await import('#web/features/contact/ContactForm.tsx')).ContactForm }))

/** The contact form at the foot of a long page: fetched once the reader comes near it, in the place that it will take. */
export function ContactFormNear() {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(() => !('IntersectionObserver' in window))
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '800px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  const skeleton = <Skeleton label="Cargando el formulario" className="h-[33rem] max-w-xl rounded-card sm:h-[27rem]" />
  return (
    <div ref={place}>
      {isNear ? (
        <Suspense fallback={skeleton}>
          <ContactForm />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}
