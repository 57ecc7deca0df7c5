# The same project with make and pkg-config.
PKG_CONFIG = pkg-config
SOURCES = .

all: client wand_client client_static wand_client_static

# The linker takes this one library's archive, though a shared one lies beside it.
STATIC = sed 's/-llodestone\(-wand\)\{0,1\}/-Wl,-Bstatic & -Wl,-Bdynamic/g'

client: $(SOURCES)/client.c
	$(CC) $(CFLAGS) `$(PKG_CONFIG) --cflags lodestone` -o $@ $< `$(PKG_CONFIG) --libs lodestone`
wand_client: $(SOURCES)/wand_client.c
	$(CC) $(CFLAGS) `$(PKG_CONFIG) --cflags lodestone-wand` -o $@ $< `$(PKG_CONFIG) --libs lodestone-wand`
client_static: $(SOURCES)/client.c
	$(CC) $(CFLAGS) `$(PKG_CONFIG) --cflags lodestone` -o $@ $< `$(PKG_CONFIG) --static --libs lodestone | $(STATIC)`
wand_client_static: $(SOURCES)/wand_client.c
	$(CC) $(CFLAGS) `$(PKG_CONFIG) --cflags lodestone-wand` -o $@ $< \
	  `$(PKG_CONFIG) --static --libs lodestone-wand | $(STATIC)`
