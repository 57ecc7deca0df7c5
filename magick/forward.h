/* Names of structures whose contents are private to the library. */
#ifndef LODESTONE_MAGICK_FORWARD_H
#define LODESTONE_MAGICK_FORWARD_H

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct _Image* ImagePtr;
typedef struct _Ascii85Info* _Ascii85InfoPtr_;
typedef struct _BlobInfo* _BlobInfoPtr_;
typedef struct _CacheInfo* _CacheInfoPtr_;
typedef struct _ImageAttribute* _ImageAttributePtr_;
typedef struct _SemaphoreInfo* _SemaphoreInfoPtr_;
typedef struct _ThreadViewSet* _ThreadViewSetPtr_;

/* A cache view: one independent window on the pixels of an image. */
typedef void* ViewInfo;

#if defined(__cplusplus)
}
#endif

#endif
